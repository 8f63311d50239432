/** The kind 'send' of the engine: a distribution to one recipient, of SOL or of a token as its request says. */
import type { BulkKind } from '../../transfers/index.ts'

export function sendKind({ sol, token }: { sol: BulkKind; token: BulkKind }): BulkKind {
  /** Only requests of tokens name a mint. */
  const of = (request: unknown): BulkKind =>
    typeof request === 'object' && request !== null && 'mint' in request ? token : sol
  return {
    recall: (request) => of(request).recall?.(request),
    prepare: (operation) => of(operation.request).prepare(operation),
    close: (operation, ended) => of(operation.request).close(operation, ended),
  }
}
