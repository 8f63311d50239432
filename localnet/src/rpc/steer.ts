import type { Methods } from './context.ts'
import { invalidParams, RpcError } from './errors.ts'
import { readRules } from './faults.ts'
import { countAt, toCount } from './params.ts'

const unknown = (): RpcError => new RpcError(-32601, 'Method not found')

/** Calls for tests, enabled by options of the network. */
export const steerMethods: Methods = {
  /** Advances by so many slots; returns the new slot. */
  localnet_advanceSlots({ bank }, params) {
    if (!bank.clock.steered) throw unknown()
    const n = countAt(params, 0, 'slots')
    if (n > 100_000) throw invalidParams('Invalid params: at most 100000 slots at once')
    for (let i = 0; i < n; i++) bank.advance()
    return bank.slot
  },

  /** Runs slots of so many milliseconds each, or stops them with null. */
  localnet_setSlotTime({ bank }, params) {
    if (!bank.clock.steered) throw unknown()
    const ms = params[0] === null ? null : toCount(params[0], 'milliseconds')
    if (ms === 0) throw invalidParams('Invalid params: a slot lasts at least a millisecond')
    bank.clock.setSlotTime(ms)
    return true
  },

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
