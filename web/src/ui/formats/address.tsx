import { CopyButton } from '../buttons/copy-button.tsx'
import { shortAddress } from './short-address.ts'

/** An address or signature: shortened, in full on hover, with a copy button. */
export function Address({ value, what = 'address' }: { value: string; what?: string }) {
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 2, whiteSpace: 'nowrap' }}>
      <span className="num" title={value}>
        {shortAddress(value)}
      </span>
      <CopyButton text={value} label={`Copy ${what}`} />
    </span>
  )
}
