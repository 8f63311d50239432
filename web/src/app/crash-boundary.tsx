import { Component, type ReactNode } from 'react'
import { PageNotice } from '#ui/states/page-notice.tsx'

type Props = { children: ReactNode }

/** An error that a page throws while it renders ends that page alone: the navigation and the kill switch stay. */
export class CrashBoundary extends Component<Props, { crashed: boolean }> {
  override state = { crashed: false }

  static getDerivedStateFromError() {
    return { crashed: true }
  }

  override render() {
    if (!this.state.crashed) return this.props.children
    return (
      <PageNotice
        role="alert"
        text="This page cannot be shown. Please reload it. Whatever runs on the server continues."
      />
    )
  }
}
