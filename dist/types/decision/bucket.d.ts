/**
 * A number in [0, 1), in steps of 1/10,000, the same for the same seed and id everywhere.
 * @param seed what is drawn for, such as `placement:holdout`
 * @param id the user id, else the anonymous id
 */
export declare function bucket(seed: string, id: string): number;
/** The choice whose share of all weights `position` (in [0, 1)) falls on; none if all weights are 0. */
export declare function chooseByWeight<T extends {
    readonly weight: number;
}>(choices: readonly T[], position: number): T | undefined;
