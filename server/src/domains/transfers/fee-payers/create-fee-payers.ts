/** Composes the verbs that decide which wallets may pay fees. */
import { Fault } from '../../../kernel/fault.ts'
import type { FeePayers, FeePayersParts, FeePayersState } from './fee-payers.ts'
import { listHolds, readHolds } from './read-holds.ts'
import { findForeignHold } from './find-foreign-hold.ts'
import { scanOnce } from './scan-history.ts'
import type { WalletHold } from './wallet-holds.ts'

export function createFeePayers(parts: FeePayersParts): FeePayers {
  const state: FeePayersState = { ...parts, scans: new Map(), found: new Map() }
  return {
    async ready(address) {
      await scanOnce(state, address)
      const [first] = await readHolds(state, address)
      if (first) throw onHold(first)
    },
    readAgain() {
      state.scans.clear()
      state.found.clear()
    },
    async require(addresses, operationId) {
      const other = await findForeignHold(state, addresses, operationId)
      if (other) throw onHold(other)
    },
    list: () => listHolds(state),
  }
}

const onHold = ({ address, operationId }: WalletHold) =>
  new Fault('wallet_on_hold', { wallet: address, operation: operationId })
