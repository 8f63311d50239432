import { type ForModel, needAmount } from '../for-model.ts'

export const model: ForModel = {
  tells: 'swap is one order now.',
  sided: true,
  needs: [
    needAmount('amount', {
      buys: (quote, name) => `${quote} should I spend on ${name}`,
      sells: (name) => `${name} should I sell`,
    }),
  ],
  defaults: [],
}
