/** A value that is made when it is first asked for, and kept. */
export declare function once<T>(make: () => T): () => T;
