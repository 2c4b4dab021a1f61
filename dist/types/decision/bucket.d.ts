/** A number in [0, 1), in steps of 1/10,000, the same for the same seed and id everywhere. */
export declare function bucket(seed: string, id: string): number;
/** The one whose weight `position` (in [0, 1)) falls on; weights are relative. None when none has any. */
export declare function chooseByWeight<T extends {
    readonly weight: number;
}>(of: readonly T[], position: number): T | undefined;
