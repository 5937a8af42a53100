class Heco < Formula
  desc "Constrained black-box optimisation"
  homepage "https://heco.example"
  url "https://heco.example/releases/heco-0.1.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "MIT"

  depends_on "cmake" => :build
  depends_on "ninja" => :build
  depends_on "pkg-config" => :build
  depends_on "libmicrohttpd"
  depends_on "lua"
  depends_on "sqlite"

  def install
    system "cmake", "-S", ".", "-B", "build", "-G", "Ninja", *std_cmake_args,
           "-DHECO_TESTS=OFF", "-DHECO_BENCH=OFF", "-DHECO_EXAMPLES=OFF", "-DHECO_MPI=OFF"
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
  end

  test do
    system bin/"heco", "solve", "cec2006:g06", "--evals", "2000"
  end
end
