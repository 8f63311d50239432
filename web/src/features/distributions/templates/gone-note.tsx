import { Button } from '@mantine/core'
import type { Template } from '@purser/contract/distributions/distribution-templates.ts'
import { shortAddress } from '#ui/formats/short-address.ts'
import css from './templates.module.css'

/** Names that are listed; only the number of the others is shown. */
const SHOWN = 5

/** Names wallets of an applied template that are missing from the form because they are gone. */
export function GoneNote({ template, onDismiss }: { template: Template; onDismiss: () => void }) {
  const all = template.chosen ? [template.chosen, ...template.lines] : template.lines
  const gone = all.filter(({ walletId }) => walletId === null)
  if (gone.length === 0) return null
  const names = gone.slice(0, SHOWN).map(({ name, address }) => `${name} (${shortAddress(address)})`)
  const more = gone.length - names.length
  return (
    <div className={`amber-note ${css.left}`} role="status">
      <span>
        Left out of “{template.name}”, as {gone.length === 1 ? 'this wallet is' : 'these wallets are'} gone:{' '}
        {names.join(', ')}
        {more > 0 && ` and ${more.toLocaleString('en')} more`}.
      </span>
      <Button size="compact-xs" variant="default" onClick={onDismiss}>
        Dismiss
      </Button>
    </div>
  )
}
