import { SignInForm } from '#features/accounts/sign-in-form.tsx'
import { useTitle } from '#ui/use-title.ts'

export function RegisterPage() {
  useTitle('Register')
  return <SignInForm purpose="register" />
}
