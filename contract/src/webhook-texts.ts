/** Why an address that a user names is not called. */
export type WebhookRefusal =
  | { code: 'no_url' }
  | { code: 'not_https' }
  | { code: 'with_credentials' }
  | { code: 'private_address' }

export const webhookRefusedText = ({ code }: WebhookRefusal): string => {
  switch (code) {
    case 'no_url':
      return 'Please enter an address that begins with https://'
    case 'not_https':
      return 'Webhooks go to https addresses only.'
    case 'with_credentials':
      return 'The address must not hold a user name or a password.'
    case 'private_address':
      return 'Webhooks do not go to private addresses.'
  }
}

/** Why a delivery has no status of an answer. It does not reveal what stands behind an address. */
export type DeliveryProblem = 'no_answer' | 'certificate' | 'not_signed' | 'switched_off'

export const deliveryProblemText = (problem: DeliveryProblem): string => {
  switch (problem) {
    case 'no_answer':
      return 'There was no answer: the address is unknown or not allowed, it refused the connection, or it took longer than 10 seconds.'
    case 'certificate':
      return 'The certificate of the address is not valid for it.'
    case 'not_signed':
      return 'The desk could not sign it. Its log says why.'
    case 'switched_off':
      return 'The webhook was switched off before it was delivered.'
  }
}
