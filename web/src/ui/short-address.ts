/** First and last four characters, from ten characters on. */
export const shortAddress = (address: string) =>
  address.length >= 10 ? `${address.slice(0, 4)}...${address.slice(-4)}` : address
