import { fallback, type ForModel, need, needAmount, needBoth } from '../for-model.ts'
import { missing } from './missing.ts'

export const EVENLY = 'Levels are evenly spaced in price (arithmetic).'

export const model: ForModel = {
  tells: 'grid has a lower and upper price, levels and a total.',
  sided: false,
  needs: [
    ...needBoth(['lower_price_usd', 'upper_price_usd'], missing.range()),
    need(['grid_levels'], missing.levels()),
    needAmount('total_amount', { buys: (quote) => `${quote} should the grid use in total` }),
  ],
  atOnce: true,
  defaults: [fallback('spacing', 'arithmetic', EVENLY)],
}
