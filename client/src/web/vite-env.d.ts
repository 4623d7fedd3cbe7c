// Types of what Vite adds: styles as imports, `import.meta.env`.
/// <reference types="vite/client" />
