import { SignInForm } from '#features/accounts/sign-in-form.tsx'
import { useTitle } from '#ui/use-title.ts'

export function LoginPage() {
  useTitle('Login')
  return <SignInForm purpose="login" />
}
