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
