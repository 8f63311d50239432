/** An incident befalls an operation beside its ordinary end; its user is notified. */
import type { Db } from '../../db/client.ts'
import type { OperationRow } from './records/operations.store.ts'

/**
 * Why it was reopened: 'dropped': a fork took out a landed transaction; 'late': one that had been called dead, or ended
 * by its user, has landed; 'disputed': endpoints disagree on what has landed.
 */
export type Reopening = 'dropped' | 'late' | 'disputed'
/** 'twice': it has moved the same funds twice. */
export type IncidentKind = Reopening | 'twice'
export type Incident = Pick<OperationRow, 'userId' | 'id' | 'type'> & { kind: IncidentKind; at: Date }
export type IncidentReporter = {
  /** Called in the transaction that writes it; the returned callback runs after the commit. */
  report(tx: Db, incident: Incident): Promise<() => void>
}
