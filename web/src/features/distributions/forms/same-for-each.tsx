import { Button } from '@mantine/core'
import { useState } from 'react'
import { AmountInput } from '#ui/fields/amount-input.tsx'
import type { Distribute } from './use-distribute.ts'
import css from '../distribution-center.module.css'

/** One amount for every selected destination, which can still be changed one by one. */
export function SameForEach({ form, busy }: { form: Distribute; busy: boolean }) {
  const [text, setText] = useState('')
  const { symbol, places } = form.rules.asset
  return (
    <form
      className={css.each}
      onSubmit={(event) => {
        event.preventDefault()
        form.takeEach(text)
      }}
    >
      <div className={css.eachField}>
        <AmountInput
          label={`Amount per wallet (${symbol})`}
          unit={symbol}
          decimals={places}
          value={text}
          disabled={busy}
          onChange={setText}
        />
      </div>
      <Button type="submit" variant="light" disabled={busy}>
        Apply to all
      </Button>
    </form>
  )
}
