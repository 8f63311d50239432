import { TextInput } from '@mantine/core'
import type { Wallet } from '@purser/contract/wallets/wallets.ts'
import { useId, useState } from 'react'

/** Wallet names offered as completions. */
const OFFERED = 50

type Props = { wallets: Wallet[]; value: string; onChange: (address: string) => void }

/** Finds a wallet by its name or address; the filter is its address. */
export function WalletFilter({ wallets, value, onChange }: Props) {
  const list = useId()
  const chosen = wallets.find((wallet) => wallet.address === value)
  const [typed, setTyped] = useState<string>()
  const shown = typed ?? chosen?.name ?? value
  const term = shown.trim().toLowerCase()
  const offered = wallets.filter((w) => w.name.toLowerCase().includes(term)).slice(0, OFFERED)
  const type = (text: string) => {
    setTyped(text)
    const wanted = text.trim()
    if (wanted === '') return onChange('')
    const found = wallets.find((w) => w.address === wanted || w.name.toLowerCase() === wanted.toLowerCase())
    if (found) onChange(found.address)
  }
  const unknown =
    term !== '' && typed !== undefined && chosen?.name.toLowerCase() !== term && value !== typed.trim()
  return (
    <>
      <TextInput
        label="Wallet"
        placeholder="Name or address"
        list={list}
        autoComplete="off"
        spellCheck={false}
        value={value === '' && typed === undefined ? '' : shown}
        error={unknown && offered.length === 0 ? 'No wallet is called so' : undefined}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={() => setTyped(undefined)}
      />
      <datalist id={list}>
        {offered.map((wallet) => (
          <option key={wallet.id} value={wallet.name}>
            {wallet.address}
          </option>
        ))}
      </datalist>
    </>
  )
}
