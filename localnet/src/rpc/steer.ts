import { COMMITMENT_RULES, type Rules, wrongRule } from '../chain/rules.ts'
import type { Context, Methods } from './context.ts'
import { invalidParams, RpcError } from './errors.ts'
import { readRules } from './faults.ts'
import { countAt, stringAt, toCount, toU64 } from './params.ts'

const unknown = (): RpcError => new RpcError(-32601, 'Method not found')

/**
 * Only the process that runs the chain changes its rules. Calls may do so only if the network was started for tests:
 * otherwise any program on this machine could raise the rent above what accounts hold.
 */
function change({ bank, faults }: Context, rules: () => Partial<Rules>): true {
  if (!bank.clock.steered && !faults) throw unknown()
  const to = rules()
  const wrong = wrongRule(to)
  if (wrong) throw invalidParams(`Invalid params: expected ${wrong.takes}`)
  bank.change(to)
  return true
}

/** Calls for tests, enabled by options of the network. */
export const steerMethods: Methods = {
  /** Advances by this many slots; returns the new slot. */
  localnet_advanceSlots({ bank }, params) {
    if (!bank.clock.steered) throw unknown()
    const n = countAt(params, 0, 'slots')
    if (n > 100_000) throw invalidParams('Invalid params: at most 100000 slots at once')
    for (let i = 0; i < n; i++) bank.advance()
    return bank.slot
  },

  /** Runs slots of this many milliseconds each; a steered clock also of any length, and null stops it. */
  localnet_setSlotTime(context, params) {
    const { bank } = context
    if (!bank.clock.steered) return change(context, () => ({ slotMs: countAt(params, 0, 'milliseconds') }))
    const ms = params[0] === null ? null : toCount(params[0], 'milliseconds')
    if (ms === 0) throw invalidParams('Invalid params: a slot lasts at least a millisecond')
    bank.clock.setSlotTime(ms)
    return true
  },

  /** Sets the lamports a byte for new accounts. */
  localnet_setRent: (context, params) =>
    change(context, () => ({ rentPerByte: toU64(params[0], 'lamports') })),

  localnet_setCommitment: (context, params) =>
    change(context, () => {
      const name = stringAt(params, 0)
      const commitment = COMMITMENT_RULES.find((rule) => rule === name)
      if (!commitment) throw invalidParams(`Invalid params: expected ${COMMITMENT_RULES.join(' or ')}`)
      return { commitment }
    }),

  localnet_setFaults({ faults }, params) {
    if (!faults) throw unknown()
    faults.set(readRules(params[0]), params[1] === undefined ? undefined : toCount(params[1], 'seed'))
    return true
  },

  localnet_clearFaults({ faults }) {
    if (!faults) throw unknown()
    faults.set([])
    return true
  },
}
