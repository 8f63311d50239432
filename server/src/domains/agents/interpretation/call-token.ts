/** The name of a plan's token, found out once and kept with the plan: all that tells of it later has it from there. */
import type { Plan } from '@purser/contract/strategies/plan.ts'
import { shortAddress } from '@purser/contract/wallets/short-address.ts'
import { getSymbol } from '@purser/contract/tokens/tokens.ts'
import type { Interpretation, Interpreter, Unpriced } from '../../../ports/interpreter.ts'
import type { TokenNames } from '../../tokens/index.ts'

type Parts = { interpreter: Pick<Interpreter, 'named'>; tokenNames: Pick<TokenNames, 'labels'> }

/** The plan as an interpreter gets it: a token's name is a stranger's text, and is looked up anew each time. */
export function unnamed(plan: Plan): Plan {
  const { token_symbol: _, ...rest } = plan
  return rest
}

async function called({ interpreter, tokenNames }: Parts, userId: number, one: Unpriced): Promise<Plan> {
  const plan = unnamed(one.plan)
  const { token_address: mint } = plan
  if (getSymbol(mint) !== shortAddress(mint)) return plan
  const name = (await tokenNames.labels(userId, [mint])).get(mint)
  // Also without one: the sentence may be of a time that knew another.
  const named = interpreter.named({ ...one, plan }, name ?? shortAddress(mint))
  return name === undefined ? named : { ...named, token_symbol: name }
}

/** The same meaning with the token of its plan by name. */
export async function callToken(
  parts: Parts,
  userId: number,
  meaning: Interpretation,
): Promise<Interpretation> {
  if (meaning.kind === 'plan') return { ...meaning, plan: await called(parts, userId, meaning) }
  if (meaning.kind !== 'question' || !('plan' in meaning.topic)) return meaning
  const { topic } = meaning
  return { ...meaning, topic: { ...topic, plan: await called(parts, userId, topic) } }
}
