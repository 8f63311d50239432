import { updateGroup, type BotStatus } from '@purser/contract/wallets/wallet-groups.ts'
import type { WalletGroup } from '@purser/contract/wallets/wallets.ts'
import { call } from '#wire/api.ts'
import { GroupColor } from './group-color.tsx'
import { GroupMenu } from './group-menu.tsx'
import { useWalletChange } from '../use-wallet-change.ts'
import css from './group-rail.module.css'

type Props = {
  group: WalletGroup
  /** Set while the group has an active bot. */
  bot: BotStatus | undefined
  chosen: boolean
  /** It is from an earlier visit, and keeps the room of the loading one: nothing can be done with it. */
  waiting: boolean
  onChoose: () => void
  onEdit: () => void
  onDelete: () => void
}

/** One group: its colour, its name, its state, its count, and the menu of its actions. */
export function GroupItem({ group, bot, chosen, waiting, onChoose, onEdit, onDelete }: Props) {
  const change = useWalletChange(
    (request: { is_default: true }, key) =>
      call(updateGroup, { params: { id: group.id }, body: request, key }),
    'Failed to update default group. Please try again.',
  )
  return (
    <li className={css.item} data-view={group.id} data-chosen={chosen} data-waiting={waiting} inert={waiting}>
      <GroupColor group={group} />
      <button
        type="button"
        className={css.pick}
        aria-pressed={chosen}
        title={group.description || group.name}
        onClick={onChoose}
      >
        <span className={css.text}>
          <span className={css.name}>{group.name}</span>
          {group.is_default && <span className={css.badge}>Default</span>}
          {bot && <span className={bot === 'active' ? css.botActive : css.botOther}>Bot {bot}</span>}
        </span>
        <span className={css.count}>{group.wallet_count.toLocaleString('en')}</span>
      </button>
      <GroupMenu
        group={group}
        busy={change.busy}
        onDefault={() => change.run({ is_default: true })}
        onEdit={onEdit}
        onDelete={onDelete}
      />
      {change.error && (
        <span className={css.error} role="alert">
          {change.error}
        </span>
      )}
    </li>
  )
}
