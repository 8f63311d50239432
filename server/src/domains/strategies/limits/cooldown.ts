/** Holds new orders for a time after a sale at a loss. */
import { cooldown as field } from '@purser/contract/strategies/limits/cooldown.ts'
import { line } from '../lines/lines.ts'
import { units } from '../engine/position.ts'
import { hold, type LimitRule } from './limit.ts'

export const cooldown: LimitRule<'cooldown_seconds'> = (_, seconds) => ({
  follow(before, out, now) {
    const { state } = out
    const isLoss = state.realised !== before.realised && units(state.realised) < units(before.realised)
    if (!isLoss || state.exit) return out
    const ms = seconds * 1000
    return {
      ...out,
      state: hold(state, 'cooldown_seconds', now + ms),
      lines: [...out.lines, line(field.lineKind, { ms })],
    }
  },
})
