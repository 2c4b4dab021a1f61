/** Gives a function that makes a value when it is first called, and keeps it; what throws is tried again. */
export declare function once<T>(make: () => T): () => T;
