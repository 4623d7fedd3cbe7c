// The sign of Coppice: shoots from one root.

export function Mark({ size = 22 }: { readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="var(--accent)"
      strokeWidth="2"
      strokeLinecap="round"
      aria-hidden
      className="shrink-0"
    >
      <path d="M12 21v-7M12 14c0-4-4-4-4-9M12 14c0-4 4-5 4-10M12 14V4M6 21h12" />
    </svg>
  )
}
