/** Saves the parameters of a group's bot. */
import type { BotParameters, BotParametersChange } from '@purser/contract/trading-bots/trading-bots.ts'
import type { Db } from '../../../db/client.ts'
import type { Bus } from '../../../kernel/bus.ts'
import { Fault } from '../../../kernel/fault.ts'
import type { Groups, Wallets } from '../../wallets/index.ts'
import * as store from '../bots.store.ts'
import type { TestNetwork } from '../network.ts'
import { checkParameters, viewParameters } from '../parameters.ts'
import { type Asking, audit } from './requests.ts'
import type { BotRow } from '../rows.ts'

type Engine = { db: Db; bus: Bus; groups: Groups; wallets: Wallets; network: TestNetwork }

/**
 * During a run they take effect at each wallet's next turn. Throws not_found, bot_token_fixed for another token or
 * currency while the bot runs, and bot_on_mainnet or bot_in_practice where no bot runs.
 */
export async function saveParameters(
  { db, bus, groups, wallets, network }: Engine,
  asking: Omit<Asking, 'originKey'>,
  change: BotParametersChange,
): Promise<BotParameters> {
  const { userId } = asking
  const { groupId, status } = change
  await network.require()
  const { name } = await groups.get(userId, groupId)
  const parameters = checkParameters(change)
  const saved = await db.transaction(async (tx) => {
    // The group is not deleted meanwhile.
    await wallets.changes.hold(tx, userId, { ids: [] })
    const before = await store.lockBot(tx, groupId)
    const changesToken = before !== undefined && isOtherToken(before, parameters)
    if (changesToken && before.status !== 'inactive') throw new Fault('bot_token_fixed')
    await groups.get(userId, groupId, tx)
    // Figures of another token, or of another currency, would be mistaken for those of this one.
    if (changesToken) await store.forgetRun(tx, before.id)
    await audit(tx, asking, 'bot-parameters', { group: name, token: parameters.mint_address })
    return store.saveParameters(tx, { groupId, userId, parameters, status })
  })
  bus.publish('trading-bots.changed', { userId, groupId })
  return viewParameters(saved)
}

const isOtherToken = (bot: BotRow, next: BotRow['parameters']): boolean =>
  bot.parameters.mint_address !== next.mint_address ||
  bot.parameters.use_usdc_trading !== next.use_usdc_trading
