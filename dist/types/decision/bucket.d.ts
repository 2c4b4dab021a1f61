/** A number in [0, 1), in steps of 1/10,000, the same for the same seed and id everywhere. */
export declare function bucket(seed: string, id: string): number;
/** Index of the one whose weight `position` (in [0, 1)) falls on; weights are relative. -1 when none has any. */
export declare function chooseByWeight(of: readonly {
    readonly weight: number;
}[], position: number): number;
