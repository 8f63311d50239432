/** Sends mail. */
export type Mail = {
  to: string
  subject: string
  text: string
  /** A secret within the text, and the name under which it is forgotten once it is used or expired. */
  secret?: { value: string; ref: string }
}

export type Mailer = {
  /** Answers at once; how long delivery takes tells nothing. */
  send(mail: Mail): Promise<void>
  /** Answers once the mail server has taken it and rejects when it did not. Sent again it is the same mail, by its id. */
  deliver(mail: Mail, id: string): Promise<void>
  /** The secret behind this name must not be readable any more (the outbox blanks it; a mail server has nothing to forget). */
  forget(ref: string): Promise<void>
  healthy(): Promise<boolean>
}

/** A mailer that keeps the mails instead of sending them. */
export type Outbox = Mailer & {
  /** Newest first. */
  read(to?: string): Promise<{ to: string; subject: string; text: string; created_at: string }[]>
}
