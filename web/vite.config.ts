import { defineConfig } from "vite";

// One script and one style sheet, which finish.mjs puts into the page.
export default defineConfig({
  base: "./",
  build: {
    target: "es2020",
    modulePreload: false,
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    rollupOptions: { output: { entryFileNames: "page.js", assetFileNames: "page.[ext]", inlineDynamicImports: true } },
  },
});
