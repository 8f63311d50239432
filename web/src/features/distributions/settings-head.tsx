import { Button } from '@mantine/core'
import css from './distribution-center.module.css'

/** The title of the settings, and where amounts are imported. */
export const SettingsHead = (props: { title: string; busy: boolean; onImport: () => void }) => (
  <div className={css.row} style={{ justifyContent: 'space-between' }}>
    <h2 className="section-title">{props.title}</h2>
    <Button size="compact-xs" variant="default" disabled={props.busy} onClick={props.onImport}>
      Import CSV
    </Button>
  </div>
)
