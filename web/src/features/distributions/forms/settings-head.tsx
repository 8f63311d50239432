import { Button, Group } from '@mantine/core'
import css from '../distribution-center.module.css'

type Props = { title: string; busy: boolean; onImport: () => void; onTemplates: () => void }

/** The title of the settings, and the sources of wallets and amounts. */
export const SettingsHead = ({ title, busy, onImport, onTemplates }: Props) => (
  <div className={`${css.row} ${css.apart}`}>
    <h2 className="section-title">{title}</h2>
    <Group gap={6}>
      <Button size="compact-xs" variant="default" disabled={busy} onClick={onTemplates}>
        Templates
      </Button>
      <Button size="compact-xs" variant="default" disabled={busy} onClick={onImport}>
        Import CSV
      </Button>
    </Group>
  </div>
)
