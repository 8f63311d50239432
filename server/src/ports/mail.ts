export type Mail = {
  to: string
  subject: string
  text: string
  /** A secret within the text, and the reference by which `forget` blanks it once it is used or has expired. */
  secret?: { value: string; ref: string }
}

export type Mailer = {
  /** Resolves at once, without waiting for delivery: its duration must not tell whether an address has an account. */
  send(mail: Mail): Promise<void>
  /** Resolves once the mail server has accepted it, else rejects. A retry with the same id is the same mail. */
  deliver(mail: Mail, id: string): Promise<void>
  /** Makes the secret unreadable: the outbox blanks it, a mail server stores nothing. */
  forget(ref: string): Promise<void>
  healthy(): Promise<boolean>
}

/** Stores mails instead of sending them. */
export type Outbox = Mailer & {
  /** Newest first. */
  read(to?: string): Promise<{ to: string; subject: string; text: string; created_at: string }[]>
}
