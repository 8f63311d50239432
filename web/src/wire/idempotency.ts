/** A fresh Idempotency-Key. Make one per confirmation by the user and pass the same to every retry of it. */
export function newKey(): string {
  // crypto.randomUUID is missing on plain http beyond loopback; getRandomValues is not.
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
