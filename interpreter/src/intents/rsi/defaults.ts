export const defaults = {
  length: 14,
  buyBelow: 30,
  sellAbove: 70,
  said: ({ length, buy, sell }: { length: boolean; buy: boolean; sell: boolean }): string[] => [
    ...(length ? [] : ['The RSI has a length of 14 candles.']),
    ...(buy ? [] : ['Buys when the RSI falls below 30.']),
    ...(sell ? [] : ['Sells when the RSI rises above 70.']),
  ],
}
