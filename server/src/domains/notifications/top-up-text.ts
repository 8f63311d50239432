/** The text of a notification that wallets get no automatic top-up where funds are real. */
import type { TopUpReporter } from '../top-ups/index.ts'

type Refusal = Parameters<TopUpReporter['leftOut']>[1]['refusals'][number]

/** In place of an agent's name. */
export const TOP_UPS = 'Automatic distribution'

/** Wallets that are named. */
const NAMED = 5
function formatNames(all: Refusal[]): string {
  const names = all.slice(0, NAMED).map(({ walletName }) => walletName)
  return all.length > NAMED ? `${names.join(', ')} and ${all.length - NAMED} more` : names.join(', ')
}

const TEXTS: Partial<Record<Refusal['reason'], (all: Refusal[]) => string>> = {
  too_often: (all) =>
    `Skipped because a third top-up within an hour was needed: ${formatNames(all)}. Someone else may have the key and be draining the wallet. ` +
    'Move its funds elsewhere and delete it, or remove it from its group.',
  limit: (all) =>
    `Skipped because of your limits of real money: ${formatNames(all)}. Top-ups to wallets whose keys were ever shown, exported or ` +
    'imported count toward these limits. You can raise them in your profile.',
  cap_reached: () =>
    'Daily cap reached: wallets that run low get no top-up until 00:00 UTC. You can raise the cap with an email code.',
}

/** One for each reason that asks for the user. */
export const textsOfTopUps = (refusals: Refusal[]): string[] =>
  Object.entries(TEXTS).flatMap(([reason, text]) => {
    const all = refusals.filter((one) => one.reason === reason)
    return all.length > 0 ? [text(all)] : []
  })
