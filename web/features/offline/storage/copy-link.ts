import { toast } from '#web/ui/states/toast.tsx'

/** Copies the page's address, to open it in another window. */
export async function copyLink() {
  try {
    await navigator.clipboard.writeText(location.href)
    toast.success('Link copied.')
  } catch (error) {
    console.error('The link could not be copied', error)
    toast.failure('Failed to copy the link. Copy it from the address bar.')
  }
}
