/** How often a property is tried. `PROPERTIES=whole` (npm run test:full) tries it in full, another run a fifth of it. */
const SHARE = process.env.PROPERTIES === 'whole' ? 1 : 5

/** Of a count of tries, or of what is to come of them, as it is in full. */
export const propertyRuns = (full: number): number => Math.ceil(full / SHARE)
