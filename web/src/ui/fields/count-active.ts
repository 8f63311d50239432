/** The number of filters that are set: an empty text filters nothing. */
export const countActive = (filter: Record<string, string>): number =>
  Object.values(filter).filter((text) => text !== '').length
