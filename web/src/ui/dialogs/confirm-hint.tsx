import type { ReactNode } from 'react'

/** A question before something unusual is done; the same button, pressed again, does it. */
export const ConfirmHint = ({ children }: { children: ReactNode }) => (
  <div className="amber-note" role="alert" style={{ padding: '8px 12px' }}>
    {children}
  </div>
)
