import { ask } from '../outcome.ts'

export const missing = {
  price: () => ask('price', 'Which price should it wait for? Name it in dollars, or in percent from today.'),
  onePrice: () =>
    ask('price', 'Which price should it wait for? The text names several, and an order has one.'),
  wrongSide: (does: string, side: string) =>
    ask('price', `Which price should it wait for? A limit order can only ${does} ${side} a price.`),
}
