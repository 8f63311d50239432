/** Compares the database with the journal before anything relies on it. */
import { Fault } from '../../../kernel/fault.ts'
import type { FeePayers } from '../fee-payers/fee-payers.ts'
import type { Reconciliation } from '../journal/reconciliation.ts'

export type DatabaseCheck = {
  /** Compares the database first if that is due. True: nothing may be signed. */
  isOnHold(): Promise<boolean>
  /**
   * Resolves when the database was compared with the journal since a connection was last lost, with the number of those
   * losses. Throws on_hold.
   */
  untilCompared(): Promise<number>
}
export type DatabaseCheckParts = {
  reconciliation: Pick<Reconciliation, 'hold' | 'untilCompared'>
  payers: Pick<FeePayers, 'readAgain'>
  /** Other processes may be on this database. */
  isShared: boolean
  /** Interrupts all runs. */
  interrupt(): void
}

export function createDatabaseCheck({
  reconciliation,
  payers,
  isShared,
  interrupt,
}: DatabaseCheckParts): DatabaseCheck {
  /** Connections to the database that were lost before it was last compared. */
  let losses = 0

  async function isOnHold(): Promise<boolean> {
    const before = losses
    losses = await reconciliation.untilCompared()
    // The histories of the wallets hold transactions that other processes have signed and the database has lost.
    if (losses !== before && isShared) payers.readAgain()
    if (reconciliation.hold() !== null) interrupt()
    return reconciliation.hold() !== null
  }

  return {
    isOnHold,
    async untilCompared() {
      if (await isOnHold()) throw new Fault('on_hold')
      return losses
    },
  }
}
