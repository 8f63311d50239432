/** An address as it is named in a sentence: its beginning and its end. */
export const shortAddress = (address: string): string =>
  address.length < 10 ? address : `${address.slice(0, 4)}...${address.slice(-4)}`
