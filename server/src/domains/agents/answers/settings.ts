/** The settings that a plan takes what is not said from, and the slippage limit. */
import { DEFAULT_SLIPPAGE_BPS } from '@purser/contract/limits.ts'
import { assetSymbol } from '@purser/contract/tokens/tokens.ts'
import { bpsWords } from '../words.ts'
import { type Answer, type AnswerParts, type Asking, card, figure } from './asking.ts'

export async function settingsAnswer(
  { wallets, tokenNames }: AnswerParts,
  { userId, walletAddresses, tokenAddress, plan }: Asking,
): Promise<Answer> {
  const chosen = await wallets.lookups.getByAddresses(userId, walletAddresses)
  const names = await tokenNames.labels(userId, tokenAddress === null ? [] : [tokenAddress])
  const token = tokenAddress === null ? 'not set' : (names.get(tokenAddress) ?? assetSymbol(tokenAddress))
  const slippage = bpsWords(plan?.slippage_bps ?? DEFAULT_SLIPPAGE_BPS)
  return {
    card: card('Settings', [
      figure('Token', token),
      figure(chosen.length === 1 ? 'Wallet' : 'Wallets', chosen.map(({ name }) => name).join(', ') || 'none'),
      figure(plan ? 'Slippage limit of this plan' : 'Slippage limit by default', slippage),
    ]),
    text: 'Token and wallet are in the settings below the chat. Slippage belongs to a plan: write "with 0.5% slippage".',
  }
}
