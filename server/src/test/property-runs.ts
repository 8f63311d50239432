/** How often a property is tried. `PROPERTIES=whole` (npm run test:full) tries it in full, another run a fifth of it. */
const SHARE = process.env.PROPERTIES === 'whole' ? 1 : 5

/** The number of runs for a count of the full lane: of tries, or of cases that they must reach. */
export const propertyRuns = (full: number): number => Math.ceil(full / SHARE)
