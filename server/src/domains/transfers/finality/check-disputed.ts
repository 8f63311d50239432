/** Leaves transactions that the endpoints agree on again to the runs of their operations. */
import { listLedgerNodes } from '../certainty/ledger-nodes.ts'
import type { FinalityState } from './finality.ts'

export async function checkDisputed({ chain, view, verdicts, disputed }: FinalityState): Promise<void> {
  const rows = [...disputed.values()]
  if (rows.length === 0) return
  const all = await Promise.all((await listLedgerNodes(chain)).map((node) => view.observe(node, rows)))
  for (const { signature } of rows)
    if (verdicts.isAgreed(all.map((one) => one?.get(signature)?.observed ?? null))) disputed.delete(signature)
}
