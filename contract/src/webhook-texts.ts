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
      return 'Webhooks can only go to https addresses.'
    case 'with_credentials':
      return 'The address must not contain a user name or password.'
    case 'private_address':
      return 'Webhooks cannot go to private addresses.'
  }
}

/** Why a delivery has no status of an answer. It does not reveal what stands behind an address. */
export type DeliveryProblem = 'no_answer' | 'certificate' | 'not_signed' | 'switched_off'

export const deliveryProblemText = (problem: DeliveryProblem): string => {
  switch (problem) {
    case 'no_answer':
      return 'No response: the address is unknown or not allowed, it refused the connection, or it took longer than 10 seconds.'
    case 'certificate':
      return 'The certificate is not valid for this address.'
    case 'not_signed':
      return 'The desk could not sign the delivery. The server log says why.'
    case 'switched_off':
      return 'The webhook was switched off before this was delivered.'
  }
}
