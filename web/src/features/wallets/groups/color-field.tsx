import { TextInput } from '@mantine/core'
import { PRESET_COLORS } from '@purser/contract/wallets/group-colours.ts'
import { mayBecomeColor, isColor } from './color-text.ts'
import css from './color-field.module.css'

type Props = { value: string; onChange: (color: string) => void; label: string }

/** A colour: 36 presets, the browser's picker, or typed as # and six hex digits. */
export function ColorField({ value, onChange, label }: Props) {
  return (
    <div className={css.field} role="group" aria-label={label}>
      <div className={css.palette}>
        {PRESET_COLORS.map((color) => (
          <button
            key={color}
            type="button"
            className={css.swatch}
            style={{ background: color }}
            aria-label={`Colour ${color}`}
            aria-pressed={color === value.toUpperCase()}
            onClick={() => onChange(color)}
          />
        ))}
      </div>
      <div className={css.custom}>
        <input
          type="color"
          className={css.picker}
          aria-label="Custom colour"
          value={isColor(value) ? value.toLowerCase() : '#000000'}
          onChange={(event) => onChange(event.currentTarget.value.toUpperCase())}
        />
        <TextInput
          aria-label={`${label}, as # and six hex digits`}
          size="xs"
          spellCheck={false}
          value={value}
          error={isColor(value) ? undefined : 'Use # followed by 6 hex digits'}
          onChange={(event) => {
            if (mayBecomeColor(event.currentTarget.value)) onChange(event.currentTarget.value)
          }}
        />
      </div>
    </div>
  )
}
