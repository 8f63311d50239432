import { IconPencil, IconStar, IconTrash } from '@tabler/icons-react'
import { updateGroup, type BotStatus } from '@purser/contract/wallets/wallet-groups.ts'
import type { WalletGroup } from '@purser/contract/wallets/wallets.ts'
import { BusyIcon } from '#ui/buttons/busy-button.tsx'
import { call } from '#wire/api.ts'
import { GroupColor } from './group-color.tsx'
import { useWalletChange } from '../use-wallet-change.ts'
import css from './group-manager.module.css'

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

export function GroupChip({ group, bot, chosen, waiting, onChoose, onEdit, onDelete }: Props) {
  const change = useWalletChange(
    (request: { is_default: true }, key) =>
      call(updateGroup, { params: { id: group.id }, body: request, key }),
    'Failed to update default group. Please try again.',
  )
  const icon = (label: string, picture: React.ReactNode, act: () => void) => (
    <BusyIcon
      variant="subtle"
      color="gray"
      size="sm"
      aria-label={`${label}: ${group.name}`}
      title={label}
      busy={change.busy}
      onClick={act}
    >
      {picture}
    </BusyIcon>
  )
  return (
    <li className={css.chip} data-chosen={chosen} data-waiting={waiting} inert={waiting}>
      <GroupColor group={group} />
      <button
        type="button"
        className={css.pick}
        aria-pressed={chosen}
        title={group.description || group.name}
        onClick={onChoose}
      >
        <span className={css.name}>{group.name}</span>
        {group.is_default && <span className={css.badge}>Default</span>}
        {bot && <span className={bot === 'active' ? css.botActive : css.botOther}>Bot {bot}</span>}
        <span className={css.count}>{group.wallet_count.toLocaleString('en')}</span>
      </button>
      {!group.is_default &&
        icon('Set as default', <IconStar size={14} />, () => change.run({ is_default: true }))}
      {icon('Edit group', <IconPencil size={14} />, onEdit)}
      {icon('Delete group', <IconTrash size={14} />, onDelete)}
      {change.error && (
        <span className={css.chipError} role="alert">
          {change.error}
        </span>
      )}
    </li>
  )
}
